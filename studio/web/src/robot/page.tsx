import { Empty } from "../ui/empty.tsx";

export default function RobotPage() {
  return <Empty title="Robot" />;
}
