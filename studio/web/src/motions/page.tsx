import { Empty } from "../ui/empty.tsx";

export default function MotionsPage() {
  return <Empty title="Motions" />;
}
