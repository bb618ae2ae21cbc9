// Package game holds the state of a soccer game as a value, and the actions of referees.
//
// A [Match] is a value: [Match.Apply] performs an action of the referee and [Match.Seek] lets time pass; both return the
// next match and leave the old one unchanged. Nothing here reads a clock, a file or the network. Each action has its
// legality ([Match.Legal]). Timers run only under their conditions: the clock of a half in READY, SET and PLAYING, a
// penalty's timer in READY and PLAYING.
//
// Robots receive [Match.View] and not the truth: after the whistle the view stays behind for some seconds, so that
// robots have to hear it.
//
// The rules of leagues are data, a [Book]: spl2025, hsl2026 and naoisis2010 come with the package ([Load]); each number
// names the document that it comes from. The shape of the state follows the official GameControllers
// (RoboCup-SPL/GameController3 and RoboCup-HumanoidSoccerLeague/GameController, game_controller_core).
package game
