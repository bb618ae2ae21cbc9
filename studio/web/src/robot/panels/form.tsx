// A form for a message of any type, made from the type's definition.
import { useId } from "react";
import { blank, definitionOf, root, type Definition, type Field } from "../fields.ts";

interface Props {
  defs: Definition[];
  def?: Definition;
  value: Record<string, unknown>;
  onChange: (v: Record<string, unknown>) => void;
}

const whole = /^u?int\d+$|^byte$|^char$/;

export function MessageForm({ defs, def = root(defs), value, onChange }: Props) {
  const fields = def?.definitions.filter((f) => !f.isConstant) ?? [];
  if (fields.length === 0) return <p className="dim">It has no values to fill in.</p>;
  const constants = def?.definitions.filter((f) => f.isConstant) ?? [];
  return (
    <div className="message-form">
      {fields.map((f) => (
        <One key={f.name} defs={defs} field={f} constants={constants.filter((c) => c.type === f.type && c.name.startsWith(f.name.toUpperCase()))}
          value={value[f.name]} onChange={(v) => onChange({ ...value, [f.name]: v })} />
      ))}
    </div>
  );
}

function One({ defs, field: f, constants, value, onChange }: { defs: Definition[]; field: Field; constants: Field[]; value: unknown; onChange: (v: unknown) => void }) {
  const id = useId();
  const inner = f.isComplex ? definitionOf(defs, f.type) : undefined;
  if (f.isArray) {
    const text = JSON.stringify(value, (_, v: unknown) => (ArrayBuffer.isView(v) ? Array.from(v as never) : v));
    return (
      <p>
        <label htmlFor={id} className="mono">{f.name}</label>
        <input id={id} defaultValue={text} placeholder={inner ? "[{…}]" : "[…]"} title={`${f.type}[], as JSON`}
          onBlur={(e) => {
            try {
              const list: unknown = JSON.parse(e.target.value || "[]");
              if (!Array.isArray(list)) throw new Error();
              e.target.setCustomValidity("");
              onChange(list);
            } catch {
              e.target.setCustomValidity(`expected a list of ${f.type}`);
              e.target.reportValidity();
            }
          }} />
      </p>
    );
  }
  if (inner) {
    return (
      <fieldset>
        <legend className="mono">{f.name}</legend>
        <MessageForm defs={defs} def={inner} value={(value as Record<string, unknown>) ?? blank(defs, inner)} onChange={onChange} />
      </fieldset>
    );
  }
  if (f.type === "bool") {
    return (
      <p>
        <label htmlFor={id} className="mono">{f.name}</label>
        <input id={id} type="checkbox" checked={Boolean(value)} onChange={(e) => onChange(e.target.checked)} />
      </p>
    );
  }
  const text = f.type === "string" || f.type === "wstring";
  const big = /64$/.test(f.type) && f.type !== "float64";
  const set = (t: string) => onChange(text ? t : big ? BigInt(Math.round(Number(t) || 0)) : Number(t) || 0);
  if (constants.length > 0) {
    return (
      <p>
        <label htmlFor={id} className="mono">{f.name}</label>
        <select id={id} value={String(value)} onChange={(e) => set(e.target.value)}>
          {constants.map((c) => <option key={c.name} value={String(c.value)}>{c.name.toLowerCase()}</option>)}
        </select>
      </p>
    );
  }
  return (
    <p>
      <label htmlFor={id} className="mono">{f.name}</label>
      <input id={id} type={text ? "text" : "number"} step={whole.test(f.type) ? 1 : "any"} defaultValue={String(value ?? "")} onChange={(e) => set(e.target.value)} />
    </p>
  );
}
