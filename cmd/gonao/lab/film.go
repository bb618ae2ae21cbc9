package lab

import (
	"time"

	"github.com/spf13/cobra"
)

// Film holds the options of film.
type Film struct {
	Acts                            []string
	Row, Profile, World, View       string
	Output, Caption, Values, Motion string
	Motions                         string
	Seed                            uint64
	Size                            Size
	FPS, Speed, Seconds             float64
	From, Until                     time.Duration
	Trial                           int
	Plain                           bool
}

// NewFilm returns the command film.
func NewFilm(r Runner) *cobra.Command {
	o := Film{Size: Size{Width: 360, Height: 300}}
	cmd := &cobra.Command{
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
		RunE: run(r, "film", &o, func(args []string) error { o.Acts = args; return nil }),
	}
	flags := cmd.Flags()
	flags.StringVarP(&o.Output, "output", "o", "film.gif", "write to this file")
	flags.StringVar(&o.Row, "row", "", "film a row of the motion bench")
	flags.IntVar(&o.Trial, "trial", 1, "which trial of the row")
	flags.StringVar(&o.Motion, "motion", "", "play this file in the row instead of the built-in motion")
	flags.StringVar(&o.Values, "values", "", "read an engine's numbers from this file, which tune writes")
	flags.StringVar(&o.Motions, "motions", "", "a directory with more motions to play")
	flags.StringVar(&o.Profile, "profile", "real", "profile of the simulated body")
	flags.StringVar(&o.World, "world", "", "world in which the robot stands (default: empty)")
	flags.Uint64Var(&o.Seed, "seed", 1, "seed of the body and of the noise")
	flags.StringVar(&o.View, "view", "follow", "where the camera is")
	flags.Var(&o.Size, "size", "in pixels")
	flags.Float64Var(&o.FPS, "fps", 12.5, "pictures a second")
	flags.Float64Var(&o.Speed, "speed", 1, "speed of the film; 0.5 is slow motion")
	flags.Float64Var(&o.Seconds, "seconds", 0, "how long a row's trial takes, s")
	flags.DurationVar(&o.From, "from", 0, "begin the film at this simulated time")
	flags.DurationVar(&o.Until, "until", 0, "end the film at this simulated time; 0: at the end of the run")
	flags.StringVar(&o.Caption, "caption", "", "text to show in the corner")
	flags.BoolVar(&o.Plain, "plain", false, "show no time in the corner")
	return cmd
}
