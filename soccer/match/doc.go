// Package match plays soccer matches in one process: n players, a world, a referee and a game.
//
// A Match is stepped by 12 ms. Each step moves the world, has the referee judge the truth, and performs the calls in the
// game; each eighth step every player sees an image and decides. The conductor does what human referees do besides calls:
// it blows the whistle, places ball and robots, and ends halves. The same configuration and seed return the same bytes,
// whatever the number of threads; Result.Digest shows it.
package match
