// Package referee judges a soccer game by truth.
//
// Each rule is a pure function of one file: it reads the truth of a moment, the referee's memory of earlier moments
// ([History]) and the game, and returns calls. A [Call] names the rule, the robot, the evidence and the number of the
// rule book that it rests on; its action is performed by [gonao/soccer/game].
//
// Frame: the field's, in m, origin in the middle; the home team attacks towards +x while it defends the left goal.
package referee
