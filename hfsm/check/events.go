package check

import (
	"slices"

	"gonao/hfsm/chart"
	"gonao/internal/wording"
)

// place is where an event is raised or sent.
type place struct {
	in    *Chart
	at    chart.Place
	raise bool
}

// checkEvents reports events that transitions await but nothing raises, and events that are raised but not awaited.
func (c *checker) checkEvents() {
	raised := map[string][]place{}
	var awaited, names []string
	for i := range c.model.States {
		s := &c.model.States[i]
		in := c.chartOf(s)
		collectRaised(raised, in, s.Source.Entry)
		collectRaised(raised, in, s.Source.Exit)
		for _, t := range s.Source.Enabled() {
			awaited = append(awaited, t.Events...)
			collectRaised(raised, in, t.Then)
		}
	}
	for _, in := range c.model.Charts {
		collectRaised(raised, in, in.Written.Begin)
	}
	for name := range raised {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		for _, p := range raised[name] {
			if p.raise && !chart.MatchesEvent(awaited, name) {
				c.remark(chart.Note, p.in, p.at, codeUnheard, "no transition waits for %q%s", name, wording.DidYouMean(name, awaited))
			}
		}
	}
	c.checkAwaited(names)
}

// collectRaised adds the events that actions raise and send.
func collectRaised(raised map[string][]place, in *Chart, actions []chart.Action) {
	for i := range actions {
		a := &actions[i]
		switch {
		case a.Do == chart.Raise:
			raised[a.Name] = append(raised[a.Name], place{in, a.Place, true})
		case a.Do == chart.Send && a.Message != nil && a.Message.Event != "":
			raised[a.Message.Event] = append(raised[a.Message.Event], place{in, a.Place, false})
		}
		collectRaised(raised, in, a.Actions)
		for _, branch := range a.Branches {
			collectRaised(raised, in, branch.Then)
		}
		if a.Loop != nil {
			collectRaised(raised, in, a.Loop.Do)
		}
	}
}

// checkAwaited reports events that transitions await and nothing raises. If the host does not list its events, only
// likely misspellings are reported.
func (c *checker) checkAwaited(raised []string) {
	complete := c.model.Events != nil
	known := append(slices.Clone(raised), c.model.Events...)
	for i := range c.model.States {
		s := &c.model.States[i]
		in := c.chartOf(s)
		for _, t := range s.Source.Enabled() {
			for _, word := range t.Events {
				heard := slices.ContainsFunc(known, func(name string) bool {
					return chart.MatchesEvent([]string{word}, name) || chart.MatchesEvent([]string{name}, example(word))
				})
				if meant := wording.DidYouMean(word, known); !heard && word != "*" && (complete || meant != "") {
					c.remark(chart.Warning, in, in.Written.At(t.Place, "event"), codeUnknownEvent, "nothing raises %q%s", word, meant)
				}
			}
		}
	}
}
