import { Empty } from "../ui/empty.tsx";

export default function ColoursPage() {
  return <Empty title="Colours" />;
}
