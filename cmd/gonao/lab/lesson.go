package lab

import (
	"strconv"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
)

// Lesson holds the options of lesson check and lesson list.
type Lesson struct {
	Number int    // number of the lesson; 0 lists all lessons
	Show   bool   // show what the lesson is about, and check nothing
	File   string // the learner's file; if empty, the lesson's own name here or among the studio's machines
}

// NewLesson returns the commands lesson.
func NewLesson(r Runner) *cobra.Command {
	cmd := cli.Group("lesson [N]", "learn in five lessons, and check what you made in each", newLessonList(r), newLessonCheck(r))
	cmd.Long = "lesson N shows what to do in lesson N, where its text is, and how it is checked; without N it lists the lessons."
	cmd.Example = "  gonao lesson list\n  gonao lesson 1\n  gonao lesson check 1"
	cmd.Args = cobra.MaximumNArgs(1)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return r(cmd.Context(), []string{"lesson", "list"}, &Lesson{})
		}
		number, err := lessonNumber(args[0])
		if err != nil {
			return err
		}
		return r(cmd.Context(), []string{"lesson", "--", args[0]}, &Lesson{Number: number, Show: true})
	}
	return cmd
}

// lessonNumber reads the number of a lesson.
func lessonNumber(text string) (int, error) {
	number, err := strconv.Atoi(text)
	if err != nil || number < 1 || number > 5 {
		return 0, cli.Usagef("lesson %q: expected 1 to 5", text)
	}
	return number, nil
}

func newLessonList(r Runner) *cobra.Command {
	return command(r, "lesson list", &Lesson{}, &cobra.Command{
		Use: "list", Short: "list the lessons, each with its page", Args: cobra.NoArgs,
		Example: "  gonao lesson list",
	}, nil)
}

func newLessonCheck(r Runner) *cobra.Command {
	var o Lesson
	return command(r, "lesson check", &o, &cobra.Command{
		Use: "check N [FILE]", Short: "run what you made for lesson N with a simulated robot, and show what is missing", Args: cobra.RangeArgs(1, 2),
		Long: `check runs the file of a lesson with a simulated robot, in one process and without a window, and
measures where robot, head and ball really were. It prints one line a point, ok or missing. The exit code is 1
if a point is missing.

Without FILE it uses the file with the lesson's own name, in this directory or among the machines of the studio
(gonao/machines in the home directory).`,
		Example: `  gonao lesson check 1
  gonao lesson check 1 my_drive.yaml`,
	}, func(args []string) (err error) {
		if len(args) > 1 {
			o.File = args[1]
		}
		o.Number, err = lessonNumber(args[0])
		return err
	})
}
