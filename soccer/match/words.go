package match

import (
	"fmt"
	"strings"
	"time"

	"gonao/soccer/match/scene"
)

// Words returns the decision for people, such as "penalize pushing red 5".
func (c *Called) Words() string {
	text := scene.InColors(strings.ReplaceAll(c.Call.String(), "_", " "))
	if c.Refuse != "" {
		text += " (refused: " + c.Refuse + ")"
	}
	return text
}

// String returns the call for people, with the clock and the rule.
func (c *Called) String() string {
	return fmt.Sprintf("%s  %s: %s", clock(c.Clock), strings.ReplaceAll(c.Rule, "_", " "), c.Words())
}

// clock returns a time as mm:ss, rounded towards zero.
func clock(d time.Duration) string {
	s := int(d.Seconds())
	if s < 0 {
		return fmt.Sprintf("-%d:%02d", -s/60, -s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}
