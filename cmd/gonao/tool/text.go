package tool

import (
	"fmt"
	"strings"

	"gonao/msgs"
	"gonao/soccer/game"
)

// Text returns a game as a scoreboard of a few lines.
func Text(m *msgs.GameState) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (home %d) %d : %d %s (away %d)\n", name(&m.Home), m.Home.Number, m.Home.Score, m.Away.Score, name(&m.Away), m.Away.Number)
	fmt.Fprintf(&b, "%s, %s", strings.ReplaceAll(game.Phase(m.Phase).String(), "_", " "), strings.ToUpper(game.State(m.State).String()))
	if m.SetPlay != msgs.GameStateSetPlayNone {
		fmt.Fprintf(&b, ", %s", strings.ReplaceAll(game.SetPlay(m.SetPlay).String(), "_", " "))
	}
	switch m.Kicking {
	case msgs.GameStateKickingHome:
		fmt.Fprintf(&b, " for %s", name(&m.Home))
	case msgs.GameStateKickingAway:
		fmt.Fprintf(&b, " for %s", name(&m.Away))
	}
	if m.Stopped {
		b.WriteString(", stopped")
	}
	fmt.Fprintf(&b, "; %s left", clock(m.Remaining))
	if m.Secondary != 0 {
		fmt.Fprintf(&b, " (%s)", clock(m.Secondary))
	}
	b.WriteString("\n")
	if m.Delay > 0 {
		fmt.Fprintf(&b, "robots see it in %.0f s\n", m.Delay)
	}
	for _, t := range []*msgs.GameTeam{&m.Home, &m.Away} {
		for i, p := range t.Players {
			if p.Penalty != msgs.GamePlayerPenaltyNone && p.Penalty != msgs.GamePlayerPenaltySubstitute {
				fmt.Fprintf(&b, "  %s %d: %s, %.0f s\n", name(t), i+1, strings.ReplaceAll(game.Penalty(p.Penalty).String(), "_", " "), p.PenaltyLeft)
			}
		}
	}
	return b.String()
}

func name(t *msgs.GameTeam) string {
	if t.Name != "" {
		return t.Name
	}
	return fmt.Sprintf("team %d", t.Number)
}

// clock returns seconds as minutes and seconds, rounded up, as on a scoreboard.
func clock(seconds float32) string {
	sign, whole := "", int(seconds)
	if seconds > float32(whole) {
		whole++
	}
	if whole < 0 {
		sign, whole = "-", -whole
	}
	return fmt.Sprintf("%s%d:%02d", sign, whole/60, whole%60)
}
