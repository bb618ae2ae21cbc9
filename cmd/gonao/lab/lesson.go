package lab

import (
	"strconv"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
)

// Lesson holds the options of lesson check and lesson list.
type Lesson struct {
	Number int    // 0: list them
	File   string // what the learner made; empty: the lesson's own name, here or among the studio's machines
}

// NewLesson returns the commands lesson.
func NewLesson(r Runner) *cobra.Command {
	return cli.Group("lesson", "the first hour: five lessons, and what your machine does in each", newLessonList(r), newLessonCheck(r))
}

func newLessonList(r Runner) *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: "list the lessons, each with its page", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return r(cmd.Context(), []string{"lesson", "list"}, &Lesson{})
		},
	}
}

func newLessonCheck(r Runner) *cobra.Command {
	return &cobra.Command{
		Use: "check N [FILE]", Short: "have a simulated robot do what you made for lesson N, and say what is missing", Args: cobra.RangeArgs(1, 2),
		Long: `check runs the file of a lesson with a simulated robot, in one process and without a window, and
measures where robot, head and ball really were. It prints one line a point, ok or missing, and ends with 1
when something is missing.

Without FILE it takes the lesson's own name, in this directory or among the machines of the studio
(gonao/machines in the home directory).`,
		Example: `  gonao lesson check 1
  gonao lesson check 1 my_drive.yaml`,
		RunE: func(cmd *cobra.Command, args []string) error {
			number, err := strconv.Atoi(args[0])
			if err != nil || number < 1 || number > 5 {
				return cli.Usagef("lesson %q: expected 1 to 5", args[0])
			}
			o := Lesson{Number: number}
			if len(args) > 1 {
				o.File = args[1]
			}
			return r(cmd.Context(), append([]string{"lesson", "check", "--"}, args...), &o)
		},
	}
}
