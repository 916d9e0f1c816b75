//! Jacobians, and products with the inertia matrix and the constraint Jacobian.
#![allow(non_snake_case, reason = "functions carry MuJoCo's names")]

use ligament::engine::forward::single;
use ligament::engine::support;
use ligament::math::Vec3;
use pyo3::prelude::*;

use crate::args::{In, Int, MaybeOut, Out, data_functions, fixed, wrong};

data_functions! {
    run_attached
    /// Jacobian of a point of the world that moves with a body: translation and rotation, 3 by nv.
    fn mj_jac(m, d, _, jacp: MaybeOut, jacr: MaybeOut, point: In = 3, body: Int) -> () {
        let (nv, body) = (m.size.nv, body.index("body", m.size.nbody)?);
        let (jacp, jacr) = (jacp.matrix_of(3, nv)?, jacr.matrix_of(3, nv)?);
        support::jac(m, &d.pose, jacp, jacr, Vec3(fixed(&point)), body)
    }
    /// Jacobian of the frame of a body.
    fn mj_jacBody(m, d, _, jacp: MaybeOut, jacr: MaybeOut, body: Int) -> () {
        let (nv, body) = (m.size.nv, body.index("body", m.size.nbody)?);
        support::jac_body(m, &d.pose, jacp.matrix_of(3, nv)?, jacr.matrix_of(3, nv)?, body)
    }
    /// Jacobian of the centre of mass of a body.
    fn mj_jacBodyCom(m, d, _, jacp: MaybeOut, jacr: MaybeOut, body: Int) -> () {
        let (nv, body) = (m.size.nv, body.index("body", m.size.nbody)?);
        support::jac_body_com(m, &d.pose, jacp.matrix_of(3, nv)?, jacr.matrix_of(3, nv)?, body)
    }
    /// Jacobian of the centre of mass of a subtree.
    fn mj_jacSubtreeCom(m, d, _, jacp: MaybeOut, body: Int) -> () {
        let body = body.index("body", m.size.nbody)?;
        if let Some(jacp) = jacp.matrix_of(3, m.size.nv)? {
            support::jac_subtree_com(m, &d.pose, jacp, body);
        }
    }
    /// Jacobian of a geom.
    fn mj_jacGeom(m, d, _, jacp: MaybeOut, jacr: MaybeOut, geom: Int) -> () {
        let (nv, geom) = (m.size.nv, geom.index("geom", m.size.ngeom)?);
        support::jac_geom(m, &d.pose, jacp.matrix_of(3, nv)?, jacr.matrix_of(3, nv)?, geom)
    }
    /// Jacobian of a site.
    fn mj_jacSite(m, d, _, jacp: MaybeOut, jacr: MaybeOut, site: Int) -> () {
        let (nv, site) = (m.size.nv, site.index("site", m.size.nsite)?);
        support::jac_site(m, &d.pose, jacp.matrix_of(3, nv)?, jacr.matrix_of(3, nv)?, site)
    }
    /// Jacobian of a point and of an axis of a body.
    fn mj_jacPointAxis(m, d, _, jacPoint: MaybeOut, jacAxis: MaybeOut, point: In = 3, axis: In = 3, body: Int) -> () {
        let (nv, body) = (m.size.nv, body.index("body", m.size.nbody)?);
        let (by_point, by_axis) = (jacPoint.matrix_of(3, nv)?, jacAxis.matrix_of(3, nv)?);
        support::jac_point_axis(m, &d.pose, by_point, by_axis, Vec3(fixed(&point)), Vec3(fixed(&axis)), body)
    }
    /// Rate of change of the Jacobian of a point.
    fn mj_jacDot(m, d, _, jacp: MaybeOut, jacr: MaybeOut, point: In = 3, body: Int) -> () {
        let (nv, body) = (m.size.nv, body.index("body", m.size.nbody)?);
        let (jacp, jacr) = (jacp.matrix_of(3, nv)?, jacr.matrix_of(3, nv)?);
        support::jac_dot(m, &d.pose, &d.vel, jacp, jacr, Vec3(fixed(&point)), body)
    }
    /// The matrix that takes velocities to the angular momentum of a subtree, 3 by nv.
    fn mj_angmomMat(m, d, _, mat: Out, body: Int) -> () {
        let body = body.index("body", m.size.nbody)?;
        mat.expect_matrix(3, m.size.nv)?;
        support::angmom_mat(m, &d.pose, &mut mat, body)
    }
    /// Adds the generalized force of a force and a torque at a point of a body to qfrc_target.
    fn mj_applyFT(m, d, _, force: In = 3, torque: In = 3, point: In = 3, body: Int, qfrc_target: Out) -> () {
        let body = body.index("body", m.size.nbody)?;
        qfrc_target.expect(m.size.nv)?;
        let [force, torque, point] = [&force, &torque, &point].map(|x| Vec3(fixed(x)));
        support::apply_ft(m, &d.pose, force, torque, point, body, &mut qfrc_target)
    }
    /// res = J vec.
    fn mj_mulJacVec(m, d, _, res: Out, vec: In) -> () {
        vec.expect(m.size.nv)?;
        res.expect(d.efc.efc_type.len())?;
        ligament::engine::constraint::mul_jac_vec(&d.efc, &vec, &mut res)
    }
    /// res = Jᵀ vec.
    fn mj_mulJacTVec(m, d, _, res: Out, vec: In) -> () {
        vec.expect(d.efc.efc_type.len())?;
        res.expect(m.size.nv)?;
        ligament::engine::constraint::mul_jac_t_vec(&d.efc, &vec, &mut res)
    }
    /// res = M vec.
    fn mj_mulM(m, d, _, res: Out, vec: In) -> () {
        vec.expect(m.size.nv)?;
        res.expect(m.size.nv)?;
        support::mul_m(m, &d.inertia, &vec, &mut res)
    }
    /// res = √D L vec.
    fn mj_mulM2(m, d, _, res: Out, vec: In) -> () {
        vec.expect(m.size.nv)?;
        res.expect(m.size.nv)?;
        support::mul_m2(m, &d.inertia, &vec, &mut res)
    }
    /// The whole inertia matrix, nv by nv.
    fn mj_fullM(m, d, _, dst: Out) -> () {
        dst.expect_matrix(m.size.nv, m.size.nv)?;
        support::full_m(m, &d.inertia, &mut dst)
    }
    /// Adds the lower triangle of the inertia matrix to a sparse matrix that has a place for each of its entries.
    fn mj_addM(m, d, _, dst: Out, rownnz: In<i32>, rowadr: In<i32>, colind: In<i32>) -> () {
        rownnz.expect(m.size.nv)?;
        rowadr.expect(m.size.nv)?;
        colind.expect(dst.len())?;
        let pattern = m.inertia_pattern();
        for i in 0..m.size.nv {
            let start = usize::try_from(rowadr[i]).unwrap_or(usize::MAX);
            let end = start.saturating_add(usize::try_from(rownnz[i]).unwrap_or(0));
            let row = colind.get(start..end).unwrap_or_default();
            for (value, j) in d.inertia.M[pattern.row_range(i)].iter().zip(pattern.row_columns(i)) {
                let place = row.iter().position(|column| column == j);
                let place = place.ok_or_else(|| wrong(format!("dst has no place for row {i}, column {j}")))?;
                dst[start + place] += value;
            }
        }
    }
    /// Solves M x = y for every row of y.
    fn mj_solveM(m, d, _, x: Out, y: In) -> () {
        let [rows, columns] = rows_of(&y, m.size.nv)?;
        x.expect(rows * columns)?;
        x.copy_from_slice(&y);
        x.chunks_exact_mut(columns.max(1)).for_each(|x| single::solve_m(m, d, x))
    }
    /// x = √D⁻¹ L⁻ᵀ y for every row of y.
    fn mj_solveM2(m, d, _, x: Out, y: In, sqrtInvD: In) -> () {
        let [rows, columns] = rows_of(&y, m.size.nv)?;
        x.expect(rows * columns)?;
        sqrtInvD.expect(m.size.nv)?;
        x.copy_from_slice(&y);
        support::solve_m2(m, &d.inertia, &sqrtInvD, &mut x)
    }
}

/// Rows of nv numbers: one, or those of a matrix.
fn rows_of(y: &In, nv: usize) -> PyResult<[usize; 2]> {
    if y.len() == nv {
        return Ok([1, nv]);
    }
    let [rows, _] = y.matrix()?;
    y.expect_matrix(rows, nv)?;
    Ok([rows, nv])
}
