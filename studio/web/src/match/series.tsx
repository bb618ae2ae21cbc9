// Series of matches: starts one, shows its progress, and lists the tables of those that were played.
import { Fragment, useState } from "react";
import { useDocument } from "../machine/document.ts";
import { startSeries, stopMatch, useStudioMatch } from "./studio.ts";
import type { SeriesStanding, SeriesTable } from "../wire.gen.ts";

/** Series is empty where no matches can be started and none were played. */
export function Series({ starts }: { starts: boolean }) {
  const match = useStudioMatch((s) => s.match);
  const tables = match?.series ?? [];
  if (!starts && tables.length === 0 && match?.state !== "series") return null;
  return (
    <section className="match-series" aria-label="Series of matches">
      {match?.state === "series" ? <Progress text={match.progress ?? ""} starts={starts} /> : starts && <SeriesForm />}
      {tables.map((t, i) => <Table key={t.name} table={t} open={i === 0} />)}
    </section>
  );
}

function Progress({ text, starts }: { text: string; starts: boolean }) {
  return (
    <div className="row">
      <h2>A series is played</h2>
      <output className="dim" data-series-progress>{text}</output>
      {starts && <button type="button" onClick={stopMatch}>■ Stop</button>}
    </div>
  );
}

function SeriesForm() {
  const own = useStudioMatch((s) => s.match?.teams) ?? [];
  const files = useDocument((s) => s.files).filter((f) => /\.ya?ml$/.test(f.path)).map((f) => f.path);
  const starting = useStudioMatch((s) => s.starting);
  const [teams, setTeams] = useState<string[]>(["ours", "luar"]);
  const [seeds, setSeeds] = useState(3);
  const [world, setWorld] = useState("kinematic");
  const matches = teams.length * (teams.length - 1) * seeds;
  const toggle = (name: string) => setTeams(teams.includes(name) ? teams.filter((t) => t !== name) : [...teams, name]);
  return (
    <form onSubmit={(e) => (e.preventDefault(), void startSeries(teams, seeds, world))}>
      <h2>Play a series</h2>
      <p className="dim">Each two of the teams play every seed twice, with swapped sides. The table shows how sure the difference of their goals is.</p>
      <div className="match-teams" role="group" aria-label="Teams">
        {[...own, ...files].map((t) => (
          <label key={t}><input type="checkbox" checked={teams.includes(t)} onChange={() => toggle(t)} /> {t}</label>
        ))}
      </div>
      <div className="row">
        <label>seeds <input type="number" min={1} max={100} required value={seeds} onChange={(e) => setSeeds(Number(e.target.value))} /></label>
        <label>world <select value={world} onChange={(e) => setWorld(e.target.value)}><option>kinematic</option><option>physics</option></select></label>
        <button type="submit" disabled={starting || teams.length < 2}>▶ Play {matches} matches</button>
      </div>
    </form>
  );
}

const signed = (v: number) => (v < 0 ? "−" : "+") + Math.abs(v).toFixed(2);

function Table({ table, open }: { table: SeriesTable; open: boolean }) {
  const lines = table.standings ?? [];
  const reach = Math.max(1, ...lines.flatMap((s) => [s.difference, s.low, s.high].map((v) => Math.abs(v ?? 0))));
  const stages = [...new Set(lines.map((s) => s.stage))];
  const matches = lines.reduce((n, s) => n + s.played, 0) / 2;
  return (
    <details open={open}>
      <summary>{table.name.replace(/_(\d\d)-(\d\d)-\d\d$/, ", $1:$2")} <span className="dim">{lines[0] && `${lines[0].team} is first of ${new Set(lines.map((s) => s.team)).size}, ${matches} matches`}</span></summary>
      {table.problem && <p className="bad">{table.problem}</p>}
      <div className="match-table" tabIndex={0} role="group" aria-label={"Table of " + table.name}>
        <table>
          <thead><tr><th scope="col">team</th><th scope="col" title="matches played">played</th><th scope="col">won</th><th scope="col">drawn</th><th scope="col">lost</th><th scope="col">goals</th><th scope="col">points</th><th scope="col" colSpan={2}>goals more, per match</th></tr></thead>
          <tbody>
            {stages.map((stage) => (
              <Fragment key={stage}>
                {stages.length > 1 && <tr><th scope="colgroup" colSpan={9}>{stage}</th></tr>}
                {lines.filter((s) => s.stage === stage).map((s) => (
                  <tr key={s.team}>
                    <th scope="row">{s.team}</th><td>{s.played}</td><td>{s.won}</td><td>{s.drawn}</td><td>{s.lost}</td><td>{s.for} : {s.against}</td><td><b>{s.points}</b></td>
                    <td><Interval s={s} reach={reach} /></td>
                    <td className="mono">{s.difference !== undefined && signed(s.difference)}{s.low !== undefined && s.high !== undefined && <span className="dim"> {signed(s.low)} to {signed(s.high)}</span>}</td>
                  </tr>
                ))}
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

// Interval draws a difference as a dot on its interval, and a line at 0. An interval that contains 0 is grey: the teams may be equal.
function Interval({ s, reach }: { s: SeriesStanding; reach: number }) {
  if (s.difference === undefined) return null;
  const [width, height] = [110, 16];
  const x = (v: number) => width / 2 + (v / reach) * (width / 2 - 5);
  const sure = s.low !== undefined && s.high !== undefined && s.low * s.high > 0;
  return (
    <svg className={"match-interval" + (sure ? " sure" : "")} width={width} height={height} aria-hidden="true">
      <path className="zero" d={`M${width / 2} 0V${height}`} />
      {s.low !== undefined && s.high !== undefined && <path className="interval" d={`M${x(s.low)} ${height / 2}H${x(s.high)}`} />}
      <circle cx={x(s.difference)} cy={height / 2} r={4} />
    </svg>
  );
}
