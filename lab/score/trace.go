package score

import (
	"fmt"
	"strings"
)

// Expected is a moment at which the paper's machine must be in a state.
type Expected struct {
	TSec float64
	Path string // entered then, or a path inside it
}

// PaperTrace is what `follow_and_dance` must do in its first 26 s: dance after
// ten seconds, back to following after ten more, and there, resumed, green for
// what was left of its eight seconds.
func PaperTrace() []Expected {
	return []Expected{
		{0, "followBall/red"}, {8, "followBall/green"}, {10, "dance"}, {20, "followBall/green"}, {26, "followBall/red"},
	}
}

const traceToleranceSec = 0.15

// Never is the value of a verdict on a moment that did not come.
const Never = -1

// TraceVerdicts returns for each expected moment until the end of the run whether the trace has it, within 0.15 s.
func TraceVerdicts(trace []Transition, expected []Expected, untilSec float64) map[string]Verdict {
	verdicts := make(map[string]Verdict)
	for _, e := range expected {
		if e.TSec+traceToleranceSec > untilSec {
			continue
		}
		v := Verdict{Value: Never, Target: fmt.Sprintf("%g +- %g", e.TSec, traceToleranceSec)}
		for _, t := range trace {
			if !strings.HasPrefix(t.Path+"/", e.Path+"/") {
				continue
			}
			if near := Within(t.TSec, e.TSec, traceToleranceSec); near.Met {
				v = near
				break
			}
		}
		verdicts[fmt.Sprintf("trace.%s_at_%gs", strings.ReplaceAll(e.Path, "/", "_"), e.TSec)] = v
	}
	return verdicts
}
