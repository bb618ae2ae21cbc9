// Package show plays a match for spectators: at a speed, with pauses and steps. It stores every moment, so that they can
// go back in time.
//
// A Show steps its match in one goroutine and offers topics and services on a server of package foxglove; the studio's page
// Match reads them. Each browser chooses for itself which moment it shows. Browsers with the role driver control the match.
//
//	topics    match/about     About      latched
//	          match/moment    Moment     the newest, at most 25 a second
//	          match/calls     Calls      latched, after each call
//	          match/progress  Progress   latched, on change
//	          match/camera    Picture    of one robot, while subscribed, in worlds with cameras
//	services  match/moments   past moments, for every viewer
//	          match/control   play, pause, step, speed, for drivers
//	          match/look      whose camera is shown
//	          match/machines  opens the machines of a robot to viewers, if enabled
//	          match/run_to    continues until a machine has reached a state, for drivers
//
// A machine that a debugger has paused pauses the match: all robots wait.
package show
