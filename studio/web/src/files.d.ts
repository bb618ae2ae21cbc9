declare module "*.css";
declare module "*.png" {
  const address: string;
  export default address;
}
