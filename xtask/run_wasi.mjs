// Runs a WebAssembly program with the file system and the environment: node run_wasi.mjs PROGRAM FOLDER.
import { readFile } from "node:fs/promises";
import { WASI } from "node:wasi";

const [program, folder] = process.argv.slice(2);
const wasi = new WASI({ version: "preview1", args: [program], env: process.env, preopens: { [folder]: folder } });
const module = await WebAssembly.compile(await readFile(program));
wasi.start(await WebAssembly.instantiate(module, wasi.getImportObject()));
