// Package door decides who may come in to the studio's HTTP server, and what every answer carries.
//
// A person comes in by a one-time code: the terminal prints a URL with it, and the browser receives a cookie for it that
// no script can read and no other site can send. A program comes in by a token: in the header Authorization, or, as
// viewers such as Foxglove have no other way, the viewers' token in the query of the socket's URL.
//
// Requests are refused whose Host is not this machine's (DNS rebinding), sockets whose Origin is another page's, and
// every method but GET. Tokens are held in a file that only its owner can read.
//
// The door guards this server only. Whoever is in the DDS domain reaches the robot without it.
package door
