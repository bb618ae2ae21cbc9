export function MachineChooser() {
  return null;
}
export function RunStatus() {
  return null;
}
