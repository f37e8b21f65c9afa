import { MOUSE, OrthographicCamera, PerspectiveCamera, Plane, Raycaster, TOUCH, Vector2, Vector3 } from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import type { SceneData, Triple } from "../../motion-view/scene/scene-data.js";
import { boxOf, sizeOf } from "../bounds.js";

/** Directions from which motions are seen first: towards the eye. */
const towards = { xy: [0, 0, 1], xz: [0, -1, 0], space: [0.46, -0.78, 0.5] } as const;
const fieldOfView = 32;
/** Room around what is seen. */
const room = 1.12;

/** A camera with its controls: orthographic and facing the plane of a planar motion, in perspective else. */
export interface Rig {
  readonly camera: OrthographicCamera | PerspectiveCamera;
  readonly plane: SceneData["plane"];
  readonly controls: OrbitControls;
  /** Size of the canvas [px]. */
  frame: { readonly width: number; readonly height: number };
  /** Height of space that an orthographic camera sees without zoom [m]. */
  seen: number;
  /** True once somebody has moved it since it was fitted. */
  touched: boolean;
  /** Takes its listeners off the canvas. */
  readonly dispose: () => void;
}

export function rigOf(plane: SceneData["plane"], canvas: HTMLCanvasElement, changed: () => void): Rig {
  const flat = plane !== "space";
  const camera = flat ? new OrthographicCamera() : new PerspectiveCamera(fieldOfView);
  camera.up.set(0, plane === "xy" ? 1 : 0, plane === "xy" ? 0 : 1);
  const controls = new OrbitControls(camera, canvas);
  // a page must still scroll under a finger, and under a wheel until the scene is chosen
  canvas.style.touchAction = flat ? "pan-x pan-y" : "pan-y";
  controls.enableZoom = false;
  controls.enableRotate = !flat;
  controls.enableDamping = false;
  controls.zoomToCursor = true;
  if (flat) {
    controls.mouseButtons = { LEFT: MOUSE.PAN, MIDDLE: MOUSE.DOLLY, RIGHT: MOUSE.PAN };
    controls.touches = { ONE: null, TWO: TOUCH.DOLLY_PAN };
  }
  const leaveWheel = zoomWhenChosen(canvas, controls);
  const dispose = (): void => {
    controls.dispose();
    leaveWheel();
  };
  const rig: Rig = { camera, plane, controls, frame: { width: 1, height: 1 }, seen: 1, touched: false, dispose };
  controls.addEventListener("change", changed);
  controls.addEventListener("start", () => {
    rig.touched = true;
  });
  return rig;
}

/** A wheel brings the view nearer once the scene is chosen, and scrolls the page before; ends by what it returns. */
function zoomWhenChosen(canvas: HTMLCanvasElement, controls: OrbitControls): () => void {
  const choose = (): void => {
    controls.enableZoom = true;
  };
  const leave = (): void => {
    controls.enableZoom = canvas.matches(":focus");
  };
  canvas.addEventListener("pointerdown", choose);
  canvas.addEventListener("focus", choose);
  canvas.addEventListener("blur", leave);
  canvas.addEventListener("pointerleave", leave);
  return () => {
    canvas.removeEventListener("pointerdown", choose);
    canvas.removeEventListener("focus", choose);
    canvas.removeEventListener("blur", leave);
    canvas.removeEventListener("pointerleave", leave);
  };
}

/** Fits the camera to a canvas of that size [px]. */
export function resize(rig: Rig, width: number, height: number): void {
  rig.frame = { width, height };
  adapt(rig);
}

function adapt({ camera, seen, frame: { width, height } }: Rig): void {
  const aspect = width / height;
  if (camera instanceof PerspectiveCamera) camera.aspect = aspect;
  else {
    const half = Math.max(seen / 2, 1e-6);
    [camera.left, camera.right, camera.top, camera.bottom] = [-half * aspect, half * aspect, half, -half];
  }
  camera.updateProjectionMatrix();
}

/** Shows all of some points, from where a motion is seen first. */
export function fitTo(rig: Rig, points: readonly Triple[]): void {
  const { camera, controls, plane, frame } = rig;
  rig.touched = false;
  const box = boxOf(points);
  const centre = new Vector3(...box.low).add(new Vector3(...box.high)).multiplyScalar(0.5);
  const size = sizeOf(box);
  const back = new Vector3(...towards[plane]).normalize();
  const right = camera.up.clone().cross(back).normalize();
  const above = back.clone().cross(right);
  const relative = points.map((point) => new Vector3(...point).sub(centre));
  const aspect = frame.width / frame.height;
  controls.target.copy(centre);
  if (camera instanceof PerspectiveCamera) {
    const down = Math.tan((fieldOfView * Math.PI) / 360) / room;
    const away = relative.map((point) => {
      const [x, y, z] = [Math.abs(point.dot(right)), Math.abs(point.dot(above)), point.dot(back)];
      return z + Math.max(x / (down * aspect), y / down);
    });
    const distance = Math.max(size, ...away);
    camera.position.copy(centre).addScaledVector(back, distance);
    [camera.near, camera.far] = [distance / 100, 20 * distance];
    [controls.minDistance, controls.maxDistance] = [distance / 30, 6 * distance];
  } else {
    const [wide, tall] = [extent(relative, right), extent(relative, above)];
    rig.seen = room * Math.max(tall, wide / aspect, size / 20);
    camera.zoom = 1;
    [controls.minZoom, controls.maxZoom] = [0.1, 50];
    camera.position.copy(centre).addScaledVector(back, 20 * size);
    [camera.near, camera.far] = [size, 60 * size];
  }
  adapt(rig);
  controls.update();
}

/** Turns a camera in space by angles [rad], moves one that faces a plane, and brings either nearer by a factor. */
export function turn(rig: Rig, across: number, up: number, nearer: number): void {
  const { camera, controls, seen } = rig;
  rig.touched = true;
  const arm = camera.position.clone().sub(controls.target);
  if (camera instanceof OrthographicCamera) {
    const move = new Vector3(across, up, 0).multiplyScalar(seen / camera.zoom);
    move.applyQuaternion(camera.quaternion);
    controls.target.add(move);
    camera.position.add(move);
    camera.zoom = Math.min(controls.maxZoom, Math.max(controls.minZoom, camera.zoom * nearer));
    camera.updateProjectionMatrix();
  } else {
    const level = Math.asin(arm.z / arm.length());
    const azimuth = Math.atan2(arm.y, arm.x) + across;
    const rise = Math.min(1.55, Math.max(-0.3, level + up));
    const long = Math.min(controls.maxDistance, Math.max(controls.minDistance, arm.length() / nearer));
    arm.set(Math.cos(azimuth) * Math.cos(rise), Math.sin(azimuth) * Math.cos(rise), Math.sin(rise));
    camera.position.copy(controls.target).addScaledVector(arm, long);
  }
  controls.update();
}

/** The place of a point on the canvas [px]. */
export function toPixel({ camera, frame: { width, height } }: Rig, point: Triple): readonly [number, number] {
  camera.updateMatrixWorld();
  const { x, y } = new Vector3(...point).project(camera);
  return [((x + 1) / 2) * width, ((1 - y) / 2) * height];
}

const caster = new Raycaster();

/** The point under a pixel in the motion's plane, or level with `near` in space; undefined where there is none. */
export function toPoint({ camera, plane, frame }: Rig, x: number, y: number, near: Triple): Triple | undefined {
  camera.updateMatrixWorld();
  caster.setFromCamera(new Vector2((2 * x) / frame.width - 1, 1 - (2 * y) / frame.height), camera);
  const normal = plane === "xy" || plane === "space" ? new Vector3(0, 0, 1) : new Vector3(0, 1, 0);
  const sheet = new Plane().setFromNormalAndCoplanarPoint(normal, new Vector3(...near));
  const hit = caster.ray.intersectPlane(sheet, new Vector3());
  return hit === null ? undefined : [hit.x, hit.y, hit.z];
}

function extent(points: readonly Vector3[], axis: Vector3): number {
  const along = points.map((point) => point.dot(axis));
  return 2 * Math.max(0, ...along.map(Math.abs));
}
