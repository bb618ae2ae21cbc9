package trial

import (
	"context"
	"fmt"
	"runtime"
	"sync"
)

// Each calls f for 0 to n-1 on several goroutines, and gives the answers in order: what
// comes out does not depend on how many there are. Workers 0 means one a processor. The
// first error, by number, ends it. done, when set, hears of every answer as it comes,
// one at a time.
func Each[T any](ctx context.Context, n, workers int, f func(i int) (T, error), done func(i int, r T)) ([]T, error) {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	results, errs := make([]T, n), make([]error, n)
	var mu sync.Mutex // next, stopped, done
	next, stopped := 0, false
	take := func() (int, bool) {
		mu.Lock()
		defer mu.Unlock()
		if next >= n || stopped || ctx.Err() != nil {
			return 0, false
		}
		next++
		return next - 1, true
	}
	var wg sync.WaitGroup
	for range min(workers, n) {
		wg.Go(func() {
			for i, ok := take(); ok; i, ok = take() {
				results[i], errs[i] = f(i)
				mu.Lock()
				if errs[i] != nil {
					stopped = true
				} else if done != nil {
					done(i, results[i])
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	for i, err := range errs {
		if err != nil {
			return nil, fmt.Errorf("%d: %w", i, err)
		}
	}
	return results, ctx.Err()
}
