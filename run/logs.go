package run

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"sitegraph/export"
	"sitegraph/site"
)

// logHeader has the columns of both logs (docs/files.md).
var logHeader = []string{"time", "site", "level", "url", "status", "content_type", "bytes", "milliseconds",
	"tries", "error"}

// logs are the two logs of RCCrawler, one for all fetches and one for failures. Several sites write to them at once.
type logs struct {
	mu             sync.Mutex
	common, errors *logFile
	screen         io.Writer
	showCommon     bool
	showErrors     bool
}

type logFile struct {
	file io.Closer
	csv  *csv.Writer
}

func openLogs(c Config, screen io.Writer) (*logs, error) {
	common, err := openLog(c.Path(c.Logs.CommonLog))
	if err != nil {
		return nil, err
	}
	failures, err := openLog(c.Path(c.Logs.ErrorLog))
	if err != nil {
		return nil, errors.Join(err, common.close())
	}
	return &logs{common: common, errors: failures, screen: screen,
		showCommon: c.Logs.DisplayCommon, showErrors: c.Logs.DisplayErrors}, nil
}

// openLog opens a log for appending. It writes the header of a new log and removes a last line cut short by a kill.
func openLog(path string) (*logFile, error) {
	if path == "" {
		return &logFile{file: io.NopCloser(nil), csv: csv.NewWriter(io.Discard)}, nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, fmt.Errorf("log: %w", err)
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_RDWR, 0o644)
	if err != nil {
		return nil, fmt.Errorf("log: %w", err)
	}
	if err := cutTorn(f); err != nil {
		return nil, errors.Join(fmt.Errorf("log: %w", err), f.Close())
	}
	l := &logFile{file: f, csv: csv.NewWriter(f)}
	if info, err := f.Stat(); err == nil && info.Size() == 0 {
		l.csv.Write(logHeader)
	}
	return l, nil
}

const longestLine = 1 << 20 // bytes, far more than a log's line can have

// cutTorn cuts a file after its last complete line.
func cutTorn(f *os.File) error {
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return err
	}
	from := max(info.Size()-longestLine, 0)
	tail := make([]byte, info.Size()-from)
	if _, err := f.ReadAt(tail, from); err != nil && err != io.EOF {
		return err
	}
	whole := from + int64(bytes.LastIndexByte(tail, '\n')+1)
	if whole == info.Size() || whole == from && from > 0 {
		return nil // already complete, or not our log
	}
	return f.Truncate(whole)
}

func (l *logFile) close() error {
	l.csv.Flush()
	return errors.Join(l.csv.Error(), l.file.Close())
}

// fetched writes a line for a fetch, and another one if it failed. The writers keep disk errors until Close.
func (l *logs) fetched(f site.Fetch) {
	row := logRow(f)
	failed := f.Failure.Failed() || final(f.Status)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.common.csv.Write(row)
	if failed {
		l.errors.csv.Write(row)
	}
	if l.showCommon || failed && l.showErrors {
		fmt.Fprintln(l.screen, strings.Join(strings.Fields(row[4]+" "+f.URL+" "+row[9]), " "))
	}
}

func (l *logs) flush() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.common.csv.Flush()
	l.errors.csv.Flush()
}

// final reports a status that is neither 200 nor a redirect.
func final(status int) bool {
	return status != 0 && status != http.StatusOK && !site.IsRedirect(status)
}

func logRow(f site.Fetch) []string {
	status, problem := "", ""
	if f.Status > 0 {
		status = strconv.Itoa(f.Status)
	}
	if f.Failure.Failed() {
		problem = strings.TrimSuffix(string(f.Failure.Class)+": "+f.Failure.Detail, ": ")
	} else if final(f.Status) {
		problem = "status " + status
	}
	return []string{f.Time.UTC().Format(time.RFC3339Nano), f.Site, strconv.Itoa(f.Level), export.Guarded(f.URL), status,
		export.Guarded(f.Type), strconv.FormatInt(f.Bytes, 10), strconv.FormatInt(f.Elapsed.Milliseconds(), 10),
		strconv.Itoa(f.Tries), export.Guarded(problem)}
}

// Close flushes the logs and returns the first write error.
func (l *logs) Close() error {
	if err := errors.Join(l.common.close(), l.errors.close()); err != nil {
		return fmt.Errorf("log: %w", err)
	}
	return nil
}

// removeFromLog removes sites' rows from a log. It leaves other programs' files alone.
func removeFromLog(path string, sites []string) error {
	info, err := os.Stat(path)
	if path == "" || err != nil || !info.Mode().IsRegular() {
		return nil
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return fmt.Errorf("log: %w", err)
	}
	defer f.Close()
	if err := cutTorn(f); err != nil {
		return fmt.Errorf("log: %w", err)
	}
	rows := csv.NewReader(f)
	rows.FieldsPerRecord = -1 // earlier versions may have had other columns
	if header, err := rows.Read(); err != nil || !slices.Equal(header, logHeader) {
		return nil
	}
	err = site.ReplaceFile(path, info.Mode().Perm(), func(kept *os.File) error {
		return copyRows(rows, csv.NewWriter(kept), sites)
	})
	if err != nil {
		return fmt.Errorf("log %s: %w", path, err)
	}
	return nil
}

func copyRows(from *csv.Reader, to *csv.Writer, without []string) error {
	to.Write(logHeader) // the writer keeps an error, as below
	for {
		row, err := from.Read()
		if errors.Is(err, io.EOF) {
			to.Flush()
			return to.Error()
		}
		if err != nil {
			return err
		}
		if len(row) < 2 || !slices.Contains(without, row[1]) {
			to.Write(row)
		}
	}
}
