import { createRoot } from "react-dom/client";
import { App } from "./shell/app.tsx";
import { connect } from "./wire/client.ts";
import "./shell/theme.css";
import "./robot/actions.ts"; // two pages need it: as a part of the first load it is not a request of its own

connect();
createRoot(document.getElementById("root")!).render(<App />);
