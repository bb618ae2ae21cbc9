package lab

import (
	"time"

	"github.com/spf13/cobra"
)

// Scene is what film and plot show.
type Scene struct {
	Acts    []string // for plot also bags
	Row     string   `flag:"row" doc:"show a row of the motion bench"`
	Trial   int      `flag:"trial" default:"1" doc:"which trial of the row"`
	Motion  string   `flag:"motion" doc:"play this file in the row instead of the built-in motion"`
	Values  string   `flag:"values" doc:"read an engine's numbers from this file, which tune writes"`
	Motions string   `flag:"motions" doc:"a directory with more motions to play"`
	Profile string   `flag:"profile" default:"real" doc:"profile of the simulated body"`
	World   string   `flag:"world" doc:"world in which the robot stands (default: empty)"`
	Seconds float64  `flag:"seconds" doc:"how long a row's trial takes, s"`
}

// Film holds the options of film.
type Film struct {
	Scene
	Output  string        `flag:"output,o" default:"film.gif" doc:"write to this file"`
	Seed    uint64        `flag:"seed" default:"1" doc:"seed of the body and of the noise"`
	View    string        `flag:"view" default:"follow" doc:"where the camera is"`
	Size    Size          `flag:"size" default:"360x300" doc:"in pixels"`
	FPS     float64       `flag:"fps" default:"12.5" doc:"pictures a second"`
	Speed   float64       `flag:"speed" default:"1" doc:"speed of the film; 0.5 is slow motion"`
	From    time.Duration `flag:"from" doc:"begin the film at this simulated time"`
	Until   time.Duration `flag:"until" doc:"end the film at this simulated time; 0: at the end of the run"`
	Caption string        `flag:"caption" doc:"text to show in the corner"`
	Plain   bool          `flag:"plain" doc:"show no time in the corner"`
}

// NewFilm returns the command film.
func NewFilm(r Runner) *cobra.Command {
	var o Film
	return command(r, "film", &o, &cobra.Command{
		Use: "film [ACT...]", Short: "write an animated picture of a run", Args: cobra.ArbitraryArgs,
		Long: `film makes a simulated robot perform the acts, one after the other, and writes a film
of it: a GIF or, if ffmpeg is installed, an MP4, according to the ending of -o. It
needs no running simulator, since it contains its own, and the
same command always writes the same film.

An act is one of
  stand SEC
  walk X Y TURN SEC                        m/s, m/s, °/s
  walk_to X Y TURN                         m, m, °
  kick DISTANCE [DIRECTION] [left|right]   m, °; the ball is placed in front of the foot
  push N_S TOWARD                          N s, °: 0 pushes it forward, 90 to its left
  lie front|back|left|right
  get_up
  posture sit|stand|rest
  play MOTION

--row films a row of the motion bench instead (gonao motion rows lists them), and --trial
chooses one of its trials. The views follow, front, behind, left,
right and top move with the robot; main, robot and field stand still.`,
		Example: `  gonao sim film 'walk 0.25 0 0 6' -o walk.gif
  gonao sim film 'walk 0.2 0 0 3' 'push 2 90' 'walk 0.2 0 0 3' --view front --speed 0.5
  gonao sim film 'kick 3' --view left --profile ideal
  gonao sim film --row push_walk --trial 3 --seed 2 -o push.gif`,
	}, func(args []string) error { o.Acts = args; return nil })
}
