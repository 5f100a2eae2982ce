/** The part of the package that fonts.ts uses. Its published types lack `keepFeatures`. */
declare module "subset-font" {
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: "woff2";
      variationAxes: Record<string, { min: number; max: number }>;
      keepFeatures: string[];
    },
  ): Promise<Buffer>;
}
