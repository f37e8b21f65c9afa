import type { Robot } from "../../../src/robots/robot.js";
import { gravity } from "./against-mujoco.js";

const numbers = (list: readonly unknown[]): string => list.join(" ");

/** Roll, pitch and yaw of a quaternion. */
function rollPitchYaw([w, x, y, z]: readonly number[]): number[] {
  return [
    Math.atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)),
    Math.asin(Math.max(-1, Math.min(1, 2 * (w * y - z * x)))),
    Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)),
  ];
}

/** A tree as a URDF, which MuJoCo reads, too: its element <mujoco> disables constraints. */
export function urdf({ links, joints, inertials = [] }: Robot): string {
  const weights = links.map((link) => {
    const own = inertials.find((one) => one.link === link);
    if (own === undefined) return `<link name="${link}"/>`;
    const [xx, yy, zz, xy, xz, yz] = own.inertia;
    return `<link name="${link}"><inertial><origin xyz="${numbers(own.centre)}"/><mass value="${own.mass}"/>
      <inertia ixx="${xx}" iyy="${yy}" izz="${zz}" ixy="${xy}" ixz="${xz}" iyz="${yz}"/></inertial></link>`;
  });
  const held = joints.map(
    ({ name, kind, parent, child, origin, axis }) => `<joint name="${name}" type="${kind}">
      <parent link="${parent}"/><child link="${child}"/><axis xyz="${numbers(axis)}"/>
      <origin xyz="${numbers(origin.position)}" rpy="${numbers(rollPitchYaw(origin.orientation))}"/>
      <limit lower="-9" upper="9" effort="99" velocity="9"/></joint>`,
  );
  return `<robot name="random"><mujoco><compiler angle="radian" balanceinertia="false"/>
    <option gravity="${numbers(gravity)}"><flag constraint="disable"/></option></mujoco>
    ${weights.join("")}${held.join("")}</robot>`;
}
