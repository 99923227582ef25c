using EFCore.MySqlBulk.Session.Driver;

namespace EFCore.MySqlBulk.Tests.Session;

/// <summary>What drivers throw when a packet makes no sense to them.</summary>
public sealed class BrokenConnectionTests
{
    [Theory]
    [InlineData(typeof(KeyNotFoundException))]
    [InlineData(typeof(IndexOutOfRangeException))]
    [InlineData(typeof(ArgumentOutOfRangeException))]
    [InlineData(typeof(FormatException))]
    [InlineData(typeof(OverflowException))]
    public void What_a_driver_throws_at_nonsense_may_mean_that_its_connection_is_broken(Type type)
    {
        Exception thrown = (Exception)Activator.CreateInstance(type)!;
        Assert.True(BrokenConnectionException.IsOutOfStep(thrown));
        Assert.True(BrokenConnectionException.IsOfOpening(thrown, CancellationToken.None));
    }

    [Fact]
    public void A_mistake_in_the_use_of_a_driver_does_not()
        => Assert.False(BrokenConnectionException.IsOutOfStep(new InvalidOperationException()) || BrokenConnectionException.IsOutOfStep(new NotSupportedException()));
}
