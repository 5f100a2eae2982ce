/** Made by build/countries.ts. */
declare module "virtual:countries" {
  const callingCodes: [name: string, code: string][];
  export default callingCodes;
}
