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
		Long: `film lets a simulated robot do what the acts say, one after the other, and writes what
it looks like: as a GIF, or where ffmpeg is installed as an MP4, by the ending of -o. It
needs no running simulator: it has one of its own, and the
same line gives the same film.

An act is one of
  stand SEC
  walk X Y TURN SEC                        m/s, m/s, °/s
  walk_to X Y TURN                         m, m, °
  kick DISTANCE [DIRECTION] [left|right]   m, °; the ball is put before the foot
  push N_S TOWARD                          N s, °: 0 pushes it forward, 90 to its left
  lie front|back|left|right
  get_up
  posture sit|stand|rest
  play MOTION

--row films a row of the motion bench instead (gonao motion rows lists them), --trial the
which of its trials. Views that go along with the robot are follow, front, behind, left,
right and top; main, robot and field stand still.`,
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
	flags.StringVar(&o.Motion, "motion", "", "play this file in the row, in place of the built-in one")
	flags.StringVar(&o.Values, "values", "", "take an engine's numbers from this file, as tune writes it")
	flags.StringVar(&o.Motions, "motions", "", "a directory with more motions to play")
	flags.StringVar(&o.Profile, "profile", "real", "of the simulator")
	flags.StringVar(&o.World, "world", "", "where it stands (empty)")
	flags.Uint64Var(&o.Seed, "seed", 1, "of body and noise")
	flags.StringVar(&o.View, "view", "follow", "from where to look")
	flags.Var(&o.Size, "size", "in pixels")
	flags.Float64Var(&o.FPS, "fps", 12.5, "pictures a second")
	flags.Float64Var(&o.Speed, "speed", 1, "of the film; 0.5 is slow motion")
	flags.Float64Var(&o.Seconds, "seconds", 0, "how long a row's trial takes")
	flags.DurationVar(&o.From, "from", 0, "begin at this simulated time")
	flags.DurationVar(&o.Until, "until", 0, "end at this simulated time; 0: with the run")
	flags.StringVar(&o.Caption, "caption", "", "words in the corner")
	flags.BoolVar(&o.Plain, "plain", false, "no time in the corner")
	return cmd
}
