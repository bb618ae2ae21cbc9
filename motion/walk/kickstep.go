package walk

import "gonao/nao"

// KickStep is a step whose swing foot follows an extra curve through the ball.
type KickStep struct {
	Leg nao.Leg
}

// kickState is a kick that is asked for or under way.
type kickState struct{}

// plan changes the step that begins, if it is the kick's.
func (k *kickState) plan(*Engine, nao.Leg) {}
