import { MOUSE, OrthographicCamera, PerspectiveCamera, Plane, Raycaster, TOUCH, Vector2, Vector3 } from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { boxOf, sizeOf } from "./bounds.js";
import type { SceneData, Triple } from "./scene-data.js";

/** Directions from which motions are seen first: towards the eye. */
const towards = { xy: [0, 0, 1], xz: [0, -1, 0], space: [0.46, -0.78, 0.5] } as const;
const fieldOfView = 32;
/** Room around what is seen. */
const room = 1.12;

/** A camera with its controls: orthographic and facing the plane of a planar motion, in perspective else. */
export interface Rig {
  readonly camera: OrthographicCamera | PerspectiveCamera;
  readonly plane: SceneData["plane"];
  fit(points: readonly Triple[]): void;
  resize(width: number, height: number): void;
  turn(across: number, up: number, nearer: number): void;
  toPixel(point: Triple): readonly [number, number];
  toPoint(x: number, y: number, near: Triple): Triple | undefined;
  /** Whether somebody has moved it since it was fitted. */
  touched(): boolean;
  dispose(): void;
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
  controls.zoomToCursor = flat;
  if (flat) {
    controls.mouseButtons = { LEFT: MOUSE.PAN, MIDDLE: MOUSE.DOLLY, RIGHT: MOUSE.PAN };
    controls.touches = { ONE: null, TWO: TOUCH.DOLLY_PAN };
  }
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
  controls.addEventListener("change", changed);
  let touched = false;
  controls.addEventListener("start", () => {
    touched = true;
  });
  let [width, height] = [1, 1];
  let seen = 1;
  const caster = new Raycaster();

  function adapt(): void {
    const aspect = width / height;
    if (camera instanceof PerspectiveCamera) camera.aspect = aspect;
    else {
      const half = Math.max(seen / 2, 1e-6);
      [camera.left, camera.right, camera.top, camera.bottom] = [-half * aspect, half * aspect, half, -half];
    }
    camera.updateProjectionMatrix();
  }

  function fit(points: readonly Triple[]): void {
    touched = false;
    const box = boxOf(points);
    const centre = new Vector3(...box.low).add(new Vector3(...box.high)).multiplyScalar(0.5);
    const size = sizeOf(box);
    const back = new Vector3(...towards[plane]).normalize();
    const right = camera.up.clone().cross(back).normalize();
    const above = back.clone().cross(right);
    const relative = points.map((point) => new Vector3(...point).sub(centre));
    const aspect = width / height;
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
      seen = room * Math.max(tall, wide / aspect, size / 20);
      camera.zoom = 1;
      [controls.minZoom, controls.maxZoom] = [0.1, 50];
      camera.position.copy(centre).addScaledVector(back, 20 * size);
      [camera.near, camera.far] = [size, 60 * size];
    }
    adapt();
    controls.update();
  }

  return {
    camera,
    plane,
    fit,
    resize(across, down) {
      [width, height] = [across, down];
      adapt();
    },
    touched: () => touched,
    turn(across, up, nearer) {
      touched = true;
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
      changed();
    },
    toPixel(point) {
      camera.updateMatrixWorld();
      const { x, y } = new Vector3(...point).project(camera);
      return [((x + 1) / 2) * width, ((1 - y) / 2) * height];
    },
    toPoint(x, y, near) {
      camera.updateMatrixWorld();
      caster.setFromCamera(new Vector2((2 * x) / width - 1, 1 - (2 * y) / height), camera);
      const normal = plane === "xy" || plane === "space" ? new Vector3(0, 0, 1) : new Vector3(0, 1, 0);
      const sheet = new Plane().setFromNormalAndCoplanarPoint(normal, new Vector3(...near));
      const hit = caster.ray.intersectPlane(sheet, new Vector3());
      return hit === null ? undefined : [hit.x, hit.y, hit.z];
    },
    dispose() {
      controls.dispose();
      canvas.removeEventListener("pointerdown", choose);
      canvas.removeEventListener("focus", choose);
      canvas.removeEventListener("blur", leave);
      canvas.removeEventListener("pointerleave", leave);
    },
  };
}

function extent(points: readonly Vector3[], axis: Vector3): number {
  const along = points.map((point) => point.dot(axis));
  return 2 * Math.max(0, ...along.map(Math.abs));
}
