using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Pipeline.Messages;

namespace EFCore.MySqlBulk.Tests.Pipeline;

/// <summary>How many bytes a reader waits for.</summary>
public sealed class AnswerEstimateTests
{
    private const int OfInsert = 57;

    [Fact]
    public void Before_the_first_answer_it_is_the_shortest_ones()
        => Assert.Equal(4 * OkPacket.ShortestFrame, new AnswerEstimate(0).BytesOf(16, 16));

    [Theory]
    [InlineData(0)]
    [InlineData(22)]
    public void Later_ones_are_as_long_as_those_before_and_the_last_may_be_the_shortest(int overhead)
    {
        AnswerEstimate estimate = new(overhead);
        estimate.Took(OfInsert, isOutcome: true);
        Assert.Equal((3 * (OfInsert + overhead)) + OkPacket.ShortestFrame + overhead, estimate.BytesOf(4, 4));
        Assert.Equal(OkPacket.ShortestFrame + overhead, estimate.BytesOf(1, 1));
    }

    [Theory]
    [InlineData(0, 16)]
    [InlineData(22, 8)]
    public void Once_they_are_read_it_gathers_twice_as_many(int overhead, int most)
    {
        AnswerEstimate estimate = new(overhead);
        List<int> gathered = [];
        for (int left = 100; left > 80; left--)
        {
            gathered.Add(estimate.BytesOf(left, left) / (OkPacket.ShortestFrame + overhead));
            estimate.Took(OkPacket.ShortestFrame, isOutcome: true);
        }

        Assert.Equal([.. Enumerable.Repeat(4, 4), .. Enumerable.Repeat(8, 8), .. Enumerable.Repeat(most, 8)], gathered);
    }

    [Fact]
    public void An_answer_that_has_begun_does_not_count()
        => Assert.Equal((2 * OkPacket.ShortestFrame, 0), (new AnswerEstimate(0).BytesOf(3, 2), new AnswerEstimate(0).BytesOf(1, 0)));

    [Fact]
    public void Statements_of_two_kinds_take_turns()
    {
        AnswerEstimate estimate = new(0);
        estimate.Took(OfInsert, isOutcome: true);
        estimate.Took(OkPacket.ShortestFrame, isOutcome: true);
        Assert.Equal(((OfInsert + OkPacket.ShortestFrame) / 2) + OkPacket.ShortestFrame, estimate.BytesOf(2, 2));
    }

    [Fact]
    public void Rows_and_prepared_statements_say_nothing_of_what_follows()
    {
        AnswerEstimate estimate = new(0);
        estimate.Took(200, isOutcome: false);
        Assert.Equal(2 * OkPacket.ShortestFrame, estimate.BytesOf(2, 2));
    }
}
