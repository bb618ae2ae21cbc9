import { Empty } from "../ui/empty.tsx";
export default function MachinePage() {
  return <Empty title="Machine" />;
}
