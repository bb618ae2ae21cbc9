package vision

// DemoBallRadiusM is the radius of the demo's balls, m.
const DemoBallRadiusM = 0.05

// DemoColors are the balls of the demo's worlds, in the form of [ParseColor]. The
// green one is more saturated than the carpet.
func DemoColors() []string {
	return []string{
		"red: hsv 345..15 0.6..1 0.2..1",
		"green: hsv 100..140 0.72..1 0.2..1",
	}
}
