import { WebGLRenderer } from "three";

/** Names of renderers that draw on the processor: there smooth edges cost more frames than they are worth. */
const onProcessor = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/**
 * A renderer with smooth edges and shadows where a graphics card draws, and without them where the processor does.
 * @throws where the browser gives no WebGL context.
 */
export function webglRenderer(): WebGLRenderer {
  const { isSmooth, ...drawn } = context();
  const renderer = new WebGLRenderer(drawn);
  renderer.shadowMap.enabled = isSmooth;
  // to ask each shader for its errors is to wait until it is compiled
  renderer.debug.checkShaderErrors = false;
  return renderer;
}

function context(): ReturnType<typeof attempt> & { readonly isSmooth: boolean } {
  const smooth = attempt(true);
  if (!onProcessor.test(nameOf(smooth.context))) return { ...smooth, isSmooth: true };
  smooth.context.getExtension("WEBGL_lose_context")?.loseContext();
  return { ...attempt(false), isSmooth: false };
}

function attempt(antialias: boolean) {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("webgl2", { antialias, alpha: false, stencil: false });
  if (context === null) throw new Error("the browser gives no WebGL context");
  return { canvas, context };
}

function nameOf(context: WebGL2RenderingContext): string {
  const info = context.getExtension("WEBGL_debug_renderer_info");
  return String(context.getParameter(info?.UNMASKED_RENDERER_WEBGL ?? context.RENDERER));
}
