import { Empty } from "../ui/empty.tsx";

export default function BagsPage() {
  return <Empty title="Bags" />;
}
