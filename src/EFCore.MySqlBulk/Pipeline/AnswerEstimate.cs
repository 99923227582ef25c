using EFCore.MySqlBulk.Pipeline.Messages;

namespace EFCore.MySqlBulk.Pipeline;

/// <summary>Estimates how many bytes a flight should wait for before it reads answers.</summary>
internal sealed class AnswerEstimate
{
    // The server's kernel may send no more than ten small segments, and four under BBR, until they are acknowledged, and the client's kernel
    // acknowledges at once only what is read: collecting 100 answers of 52 bytes in one read took 25 ms instead of 4. Each read widens the server's
    // window by as many bytes.
    private const int FirstAnswersToGather = 4;

    private int _answersToGather = FirstAnswersToGather;
    private int _length = OkPacket.ShortestFrame;

    /// <summary>Records the size of an answer; later ones probably have the same.</summary>
    public void Took(int bytes) => _length = Math.Max(bytes, OkPacket.ShortestFrame);

    /// <summary>The number of bytes that the answers probably have, but no more than must arrive.</summary>
    /// <param name="answers">The number of awaited answers.</param>
    /// <param name="untouched">The number of answers of which nothing has been read; the size of one that has begun is not known.</param>
    public int BytesOf(int answers, int untouched)
    {
        int likely = Math.Min(answers, _answersToGather) * _length;
        if (answers > _answersToGather)
            _answersToGather *= 2;
        return Math.Min(untouched * OkPacket.ShortestFrame, likely);
    }
}
