using EFCore.MySqlBulk.Pipeline.Messages;

namespace EFCore.MySqlBulk.Pipeline;

/// <summary>Estimates how many bytes a flight should wait for before it reads answers. Too many only delay the reader, by <see cref="Transport.LowWaterMark.Holds" /> at most.</summary>
/// <param name="overhead">The number of bytes that the transport adds to each answer.</param>
internal sealed class AnswerEstimate(int overhead)
{
    // The server's kernel may send no more than ten small segments, and four under BBR, until they are acknowledged, and the client's kernel
    // acknowledges at once only what is read: collecting 100 answers of 52 bytes in one read took 25 ms instead of 4. Each read widens the server's
    // window by as many bytes.
    private const int FirstAnswersToGather = 4;

    // A stream of TLS reads what has arrived in small parts, so that the window does not grow as much: with no limit, 100 single inserts took 11 ms instead of 7.
    private const int MostAnswersOverTls = 8;

    private int _answersToGather = FirstAnswersToGather;
    private int _gathered;
    private int _last;
    private int _beforeLast;

    /// <summary>Records the size of an answer; later ones probably have the same.</summary>
    /// <param name="bytes">Its size.</param>
    /// <param name="isOutcome">Whether it is only an outcome: the size of rows, and of a prepared statement, says nothing of what follows.</param>
    public void Took(int bytes, bool isOutcome)
    {
        _gathered++;
        if (isOutcome)
            (_beforeLast, _last) = (_last == 0 ? bytes : _last, bytes);
    }

    /// <summary>The number of bytes that the answers probably have, the last of which may be the shortest that there is.</summary>
    /// <param name="answers">The number of awaited answers.</param>
    /// <param name="untouched">The number of answers of which nothing has been read; the size of one that has begun is not known.</param>
    public int BytesOf(int answers, int untouched)
    {
        if (_gathered >= _answersToGather && (overhead == 0 || _answersToGather < MostAnswersOverTls))
            (_gathered, _answersToGather) = (0, _answersToGather * 2);
        int awaited = Math.Min(Math.Min(answers, _answersToGather), untouched);
        return awaited == 0 ? 0 : ((awaited - 1) * (Usual + overhead)) + OkPacket.ShortestFrame + overhead;
    }

    // Of two, because a statement of another kind may precede each one.
    private int Usual => Math.Max((_last + _beforeLast) / 2, OkPacket.ShortestFrame);
}
