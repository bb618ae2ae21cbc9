import { Empty } from "../ui/empty.tsx";
export default function StartPage() {
  return <Empty title="No robot yet" command="gonao launch sim.launch.yaml">It appears here by itself when it runs.</Empty>;
}
