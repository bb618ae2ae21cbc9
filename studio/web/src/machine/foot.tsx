// The timeline at the foot of pages that have none of their own. It selects the moment of the robot that they show.

import { Splitter, useSize } from "../shell/splitter.tsx";
import { Timeline } from "./timeline.tsx";

export default function Foot() {
  const [height, setHeight] = useSize("foot", 112);
  return (
    <div className="foot" style={{ "--bottom": height + "px" } as React.CSSProperties}>
      <Splitter label="Height of the timeline" size={height} invert min={44} max={300} onSize={setHeight} />
      <Timeline />
    </div>
  );
}
