// Package match plays soccer matches in one process: n players, a world, a referee and a game.
//
// A Match is stepped by 12 ms. Each step moves the world, lets the referee judge the truth, and performs the calls in the
// game; at each eighth step every player receives an image and decides. The conductor has the other duties of human
// referees: it blows the whistle, places ball and robots, and ends halves. The same configuration and seed return the
// same bytes for any number of threads; Result.Digest shows it.
package match
