//! `mjb` of `ligament-trials`, under libFuzzer.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ligament_trials::run("mjb", bytes));
