package onfield

// This part of the package checks a learner's solution of a lesson of docs/lessons: it checks the files, runs them on a simulated robot in
// one process, and compares the true poses of robot and head with the task of the lesson.
//
// Places are forward and left of where the robot stood when its machine began, m; angles in degrees, as they are printed.

import (
	"context"
	"fmt"
	"path/filepath"
)

// Lesson is one of the lessons.
type Lesson struct {
	Number int
	Title  string
	File   string // what is checked, when nothing else is named
	Wants  string // in a sentence
	Page   string // its text

	check func(ctx context.Context, file string) ([]LessonPoint, error)
}

// LessonPoint is one thing that a lesson asks for.
type LessonPoint struct {
	Wanted string
	Met    bool
	Found  string // what was measured, or what is missing
}

// LessonReport is the answer to a learner.
type LessonReport struct {
	Lesson Lesson
	File   string
	Points []LessonPoint
}

// Passed reports whether all points are met.
func (r *LessonReport) Passed() bool {
	for _, p := range r.Points {
		if !p.Met {
			return false
		}
	}
	return len(r.Points) > 0
}

// Lessons returns all lessons in order.
func Lessons() []Lesson {
	return []Lesson{
		{1, "Drive", "drive.yaml", "the robot walks half a metre forward, turns round and walks back", "docs/lessons/1-drive.md", checkDrive},
		{2, "Dance", "dance_twice.yaml", "the robot plays a motion of your own with both arms, twice", "docs/lessons/2-dance.md", checkDance},
		{3, "Follow", "follow.yaml", "the head follows the red ball, then the green one, and so on", "docs/lessons/3-follow.md", checkFollow},
		{4, "Walk to the ball", "to_ball.yaml", "the robot finds the ball, wherever it lies, walks to it and stops before it", "docs/lessons/4-walk-to-the-ball.md", checkToBall},
		{5, "A skill of your own", "nod.yaml", "the skill nod nods as often as its caller says", "docs/lessons/5-a-skill.md", checkSkill},
	}
}

// FindLesson returns the lesson with a number.
func FindLesson(number int) (Lesson, error) {
	all := Lessons()
	if number < 1 || number > len(all) {
		return Lesson{}, fmt.Errorf("lesson %d: expected 1 to %d", number, len(all))
	}
	return all[number-1], nil
}

// Check judges a learner's file. An error means that it could not be judged; the report says what the learner has to mend.
func (l Lesson) Check(ctx context.Context, file string) (*LessonReport, error) {
	absolute, err := filepath.Abs(file)
	if err != nil {
		return nil, fmt.Errorf("lesson %d: %w", l.Number, err)
	}
	points, err := l.check(ctx, absolute)
	if err != nil {
		return nil, fmt.Errorf("lesson %d: %w", l.Number, err)
	}
	return &LessonReport{l, file, points}, nil
}
