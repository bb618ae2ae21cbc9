package motionlab

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"gonao/cmd/gonao/lab"
	"gonao/lab/onfield"
)

// errMissing is returned when a lesson is not passed.
var errMissing = errors.New("not passed yet")

// lesson judges what a learner made, or lists the lessons.
func (p program) lesson(ctx context.Context, o *lab.Lesson) error {
	if o.Number == 0 {
		for _, l := range onfield.Lessons() {
			if _, err := fmt.Fprintf(p.Out, "%d  %-20s %s (%s)\n", l.Number, l.Title, l.Wants, l.Page); err != nil {
				return err
			}
		}
		return nil
	}
	l, err := onfield.FindLesson(o.Number)
	if err != nil {
		return err
	}
	if o.Show {
		_, err := fmt.Fprintf(p.Out, "lesson %d, %s: %s\ntext    %s\nfile    %s\ncheck   gonao lesson check %d\n", l.Number, l.Title, l.Wants, l.Page, l.File, l.Number)
		return err
	}
	file := o.File
	if file == "" {
		if file, err = lessonFile(l); err != nil {
			return err
		}
	}
	fmt.Fprintf(p.Out, "lesson %d, %s: %s\n", l.Number, l.Title, file)
	report, err := l.Check(ctx, file)
	if err != nil {
		return err
	}
	for _, point := range report.Points {
		mark := "ok     "
		if !point.Met {
			mark = "missing"
		}
		fmt.Fprintf(p.Out, "  %s  %s: %s\n", mark, point.Wanted, point.Found)
	}
	if !report.Passed() {
		return fmt.Errorf("lesson %d: %w: %s; the text is %s", l.Number, errMissing, l.Wants, l.Page)
	}
	fmt.Fprintln(p.Out, "passed")
	return nil
}

// lessonFile returns the lesson's file here, or among the studio's machines.
func lessonFile(l onfield.Lesson) (string, error) {
	if _, err := os.Stat(l.File); err == nil {
		return l.File, nil
	}
	home, err := os.UserHomeDir()
	if err == nil {
		saved := filepath.Join(home, "gonao", "machines", l.File)
		if _, err := os.Stat(saved); err == nil {
			return saved, nil
		}
	}
	return "", fmt.Errorf("lesson %d: no %s in this directory, nor among the studio's machines; the text is %s, and another file is named by gonao lesson check %d FILE", l.Number, l.File, l.Page, l.Number)
}
