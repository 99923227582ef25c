using EFCore.MySqlBulk.Pipeline.Messages;

namespace EFCore.MySqlBulk.Pipeline;

/// <summary>How many bytes are worth waking up for while a flight waits for answers.</summary>
internal sealed class AnswerEstimate
{
    // The server's kernel may send no more than ten small segments, and four under BBR, until they are acknowledged, and ours acknowledges them at once only
    // if somebody reads: gathering 100 answers of 52 bytes in one read took 25 ms instead of 4. What is read widens the server's window by as much.
    private const int FirstAnswersToGather = 4;

    private int _answersToGather = FirstAnswersToGather;
    private int _length = OkPacket.ShortestFrame;

    /// <summary>An answer had so many bytes, the later ones probably too.</summary>
    public void Took(int bytes) => _length = Math.Max(bytes, OkPacket.ShortestFrame);

    /// <summary>As many bytes as the answers probably have, and no more than must arrive.</summary>
    /// <param name="answers">The number of answers that are waited for.</param>
    /// <param name="untouched">The number of answers of which nothing has been read; nothing is known about one that has begun.</param>
    public int BytesOf(int answers, int untouched)
    {
        int likely = Math.Min(answers, _answersToGather) * _length;
        if (answers > _answersToGather)
            _answersToGather *= 2;
        return Math.Min(untouched * OkPacket.ShortestFrame, likely);
    }
}
