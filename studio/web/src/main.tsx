import { createRoot } from "react-dom/client";
import { App } from "./shell/app.tsx";
import { connect } from "./wire/client.ts";
import "./shell/theme.css";

connect();
createRoot(document.getElementById("root")!).render(<App />);
