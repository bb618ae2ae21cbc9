package getup

// way is how an attempt differs from the first one.
type way struct {
	slower  float64 // in units of Config.Slower
	linger  float64 // in units of Config.Linger
	helping float64 // factor on Config.Helping
	aheadM  float64 // added to Config.ComX
}

// ways are the variations of successive attempts; after the last one they start from the first.
var ways = [...]way{{0, 0, 1, 0}, {0, 1, 1, 0}, {0, 2, 1.2, 0}, {1, 0, 1.4, 0.01}, {0, 3.5, 1, 0}, {2, 1, 1.4, 0.01}}

// gathering are the slots in which the feet are drawn in under the hips, by motion. On ground that holds the feet they need more time.
var gathering = map[string]int{"stand_up_front": 3, "stand_up_back": 4}

// wayIndex returns the index in ways of the attempt under way.
func (e *Engine) wayIndex() int { return (e.first + max(e.attempts, 1) - 1) % len(ways) }

// way returns how this attempt is made.
func (e *Engine) way() way { return ways[e.wayIndex()] }

// gathers reports whether the feet are being drawn in under the hips.
func (e *Engine) gathers() bool {
	if e.phase != playing {
		return false
	}
	slot, ok := gathering[e.motions[e.at].Name]
	return ok && e.checked == slot
}
