using EFCore.MySqlBulk.Strategies.Cuts;

namespace EFCore.MySqlBulk.Execution.Rejecting;

/// <summary>Decides how rows of which some are refused are cut into statements: by how far the refused ones are apart, and by what the ways of sending them have cost.</summary>
internal sealed class CutRule
{
    // A refused statement of no more rows is sent row by row; a longer one is cut first, if its error names none.
    private const int MostAlone = 32;

    // The rows of a short statement are the root of this many times the distance: a statement costs as much as a few rows, and of a refused one half the rows are run in vain, or each is sent alone.
    private const int IfNamed = 3;
    private const int IfNotNamed = 1;

    // Where bad rows are closer than that, a round trip for each costs more than all rows one by one.
    private const int NearestToCut = 20;

    // After so many refused statements, some rows go one by one, to see what that costs.
    private const int RefusedUntilTried = 4;

    // The number of rows that go one by one where that is faster: twice as many each time, until it is not.
    private const int FewestAlone = 128;
    private const int MostOfAlone = 16_384;

    // The statements of a flight have so many times the rows from one bad row to the next: those behind a refused one were encoded in vain.
    private const double DistancesInFlight = 1.5;

    private readonly RowCost _cutCost = new();
    private readonly RowCost _aloneCost = new();

    private double _distance;
    private long _since;
    private int _longest;
    private int _refused;
    private bool _isNamed;

    // Whether a long statement was refused and is being cut to find the row.
    private bool _searches;
    private int _aloneNext = FewestAlone;

    /// <summary>How the next rows are cut; <see langword="null" /> if they go in statements of the usual length.</summary>
    public RowCut? Next { get; private set; }

    /// <summary>The number of next rows that are to go one by one in a flight of their own.</summary>
    public int Alone { get; private set; }

    /// <summary>Rows were accepted in statements of the usual length.</summary>
    public void Accepted(int rows) => _since += rows;

    /// <summary>A flight of cut rows has come to its end, or to a refused statement.</summary>
    /// <param name="rows">How many rows it has stored or set aside.</param>
    /// <param name="took">The time.</param>
    public void Sent(int rows, TimeSpan took)
    {
        _cutCost.Add(rows, took);
        _since += rows;
        if (_since > 2 * _distance)
            _distance = _since;
        (Alone, _searches) = (0, false);
        Next = Behind(0, 0);
    }

    /// <summary>Rows went one by one in a flight of their own.</summary>
    /// <param name="rows">Their number.</param>
    /// <param name="refused">How many of them were refused.</param>
    /// <param name="took">The time.</param>
    public void SentAlone(int rows, int refused, TimeSpan took)
    {
        _aloneCost.Add(rows, took);
        Learn(rows / Math.Max(1, refused));
        (Alone, _since) = (0, 0);
        if (Next is not null)
            Next = Behind(0, 0);
    }

    /// <summary>A statement of several rows was refused.</summary>
    /// <param name="rows">Their number.</param>
    /// <param name="named">The position of the row that the error names, if it does.</param>
    public void Refused(int rows, int? named)
    {
        _longest = Math.Max(_longest, rows);
        if (!_searches)
            Learn(_since + (named ?? (rows / 2)));
        _isNamed = named is not null;
        _since = -(named + 1 ?? rows);
        _searches = named is null && rows > MostAlone;
        if (_searches)
        {
            int each = (int)Math.Ceiling(Math.Sqrt(rows));
            Next = new(0, 0, each, (rows + each - 1) / each);
        }
        else if (_distance < NearestToCut || ++_refused == RefusedUntilTried || _cutCost.Microseconds > _aloneCost.Microseconds)
        {
            (Alone, _aloneNext) = (Math.Max(rows, _aloneNext), Math.Min(_aloneNext * 2, MostOfAlone));
            Next = Behind(0, 0);
        }
        else
        {
            _aloneNext = FewestAlone;
            _aloneCost.Fade();
            Next = Behind(named ?? 0, named is null ? rows : 1);
        }
    }

    // The first refused row does not show how far they are apart.
    private void Learn(long distance) => _distance = _distance == 0 ? Math.Max(distance, _longest) : (_distance + Math.Max(1, distance)) / 2;

    // The next rows, with short statements behind them unless bad rows are so far apart that the usual length is better.
    private RowCut? Behind(int first, int alone)
    {
        int each = (int)Math.Sqrt(_distance * (_isNamed ? IfNamed : IfNotNamed)) + 1;
        if (2 * each < _longest)
            return new(first, alone, each, (int)(DistancesInFlight * _distance / each) + 1);
        return first + alone > 0 ? new(first, alone, 0, 0) : null;
    }

    // Later rows count more than earlier ones.
    private sealed class RowCost
    {
        private const double Kept = 0.875;
        private double _rows;

        // What was measured long ago is measured again at last.
        private const double Faded = 0.995;

        public double Microseconds { get; private set; } = double.PositiveInfinity;

        public void Fade() => Microseconds *= Faded;

        public void Add(int rows, TimeSpan took)
        {
            double kept = _rows * Kept;
            _rows = kept + rows;
            if (_rows > 0)
                Microseconds = ((kept > 0 ? Microseconds * kept : 0) + took.TotalMicroseconds) / _rows;
        }
    }
}
