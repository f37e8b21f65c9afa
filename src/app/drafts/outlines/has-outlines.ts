/** True of a file whose outlines can be read. */
export const hasOutlines = (file: string, text: string): boolean =>
  /\.(svg|dxf)$/i.test(file) || /<svg[\s>]/.test(text.slice(0, 2000));
