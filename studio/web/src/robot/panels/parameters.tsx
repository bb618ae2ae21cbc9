// The parameters of all nodes, with ranges and descriptions. A change is sent to the node when the field loses the
// focus or Enter is pressed.
import { useEffect, useState } from "react";
import { useWire } from "../../wire/client.ts";
import { useRobot } from "../../wire/robots.ts";
import { announce } from "../../shell/announce.ts";
import { Empty } from "../../ui/empty.tsx";
import { kind, nodesWith, parametersOf, read, setParameter, type Parameter } from "../parameters.ts";

export function Parameters() {
  const ns = useRobot();
  const services = useWire((s) => s.names.services);
  const nodes = nodesWith(services);
  const [chosen, choose] = useState("");
  const [words, setWords] = useState("");
  const [list, setList] = useState<Parameter[]>();
  const [problem, setProblem] = useState("");
  const [again, readAgain] = useState(0);
  const node = nodes.includes(chosen) ? chosen : (nodes.find((n) => n === `${ns}/motion`) ?? nodes[0]);
  useEffect(() => {
    setList(undefined);
    setProblem("");
    if (!node) return;
    let ended = false;
    parametersOf(node).then(
      (p) => !ended && setList(p),
      (e: Error) => !ended && setProblem(e.message),
    );
    return () => {
      ended = true;
    };
  }, [node, again]);
  if (!node) return <Empty title="No parameters" command="gonao launch sim.launch.yaml">This panel shows the parameters of all running nodes, with their ranges.</Empty>;
  const found = list?.filter((p) => `${p.name} ${p.description}`.toLowerCase().includes(words.toLowerCase()));
  return (
    <div className="parameters">
      <div className="panel-bar">
        <select aria-label="Node" value={node} onChange={(e) => choose(e.target.value)}>
          {nodes.map((n) => <option key={n}>{n}</option>)}
        </select>
        <input aria-label="Search" placeholder="search" value={words} onChange={(e) => setWords(e.target.value)} />
        <button type="button" onClick={() => readAgain(again + 1)}>Read again</button>
      </div>
      {problem && <p className="panel-note bad" role="alert">{problem}</p>}
      {!list && !problem && <p className="panel-note">Reading the parameters of {node} …</p>}
      <ul className="panel-scroll" tabIndex={0} aria-label={`Parameters of ${node}`}>
        {found?.map((p) => <Row key={node + p.name} node={node} p={p} />)}
      </ul>
      {found?.length === 0 && <p className="panel-note">No parameter matches these words.</p>}
    </div>
  );
}

const textOf = (p: Parameter) => (Array.isArray(p.value) ? JSON.stringify(p.value) : String(p.value ?? ""));

function Row({ node, p }: { node: string; p: Parameter }) {
  const [text, setText] = useState(textOf(p));
  const [saved, setSaved] = useState(textOf(p));
  const [problem, setProblem] = useState("");
  const apply = async (t: string) => {
    if (t === saved) return;
    try {
      await setParameter(node, p.name, p.type, read(p.type, t));
      setSaved(t);
      setProblem("");
      announce(`${p.name} is ${t}`);
    } catch (e) {
      setProblem((e as Error).message);
    }
  };
  const range = p.min !== undefined ? `${p.min} to ${p.max}` : "";
  const id = `parameter-${node}-${p.name}`;
  const number = p.type === kind.integer || p.type === kind.double;
  return (
    <li className="parameter">
      <label htmlFor={id} className="mono">{p.name}</label>
      {p.readOnly ? (
        <output id={id} title="set at the start only">{saved}</output>
      ) : p.type === kind.bool ? (
        <input id={id} type="checkbox" checked={text === "true"} onChange={(e) => (setText(String(e.target.checked)), void apply(String(e.target.checked)))} />
      ) : (
        <input id={id} className={problem ? "wrong" : undefined} type={number ? "number" : "text"} value={text} min={p.min} max={p.max} step={p.step ?? (p.type === kind.integer ? 1 : "any")}
          aria-invalid={problem !== ""} onChange={(e) => setText(e.target.value)} onBlur={() => void apply(text)}
          onKeyDown={(e) => e.key === "Enter" && void apply(text)} />
      )}
      <span className="dim">{p.readOnly && "fixed · "}{range && `${range} · `}{p.description}{p.constraints && ` (${p.constraints})`}</span>
      {problem && <span className="bad" role="alert">{problem}</span>}
    </li>
  );
}
