using Xunit.Sdk;
using Xunit.v3;

namespace EFCore.MySqlBulk.IntegrationTests.Support.Runs;

/// <summary>Discovers the tests to run in the same way as the list of tests, and keeps the order of <see cref="LongestFirst" />.</summary>
internal sealed class PairwiseExecutor(IXunitTestAssembly assembly) : XunitTestFrameworkExecutor(assembly)
{
    // Each collection is a task. Tasks that a thread of the pool starts are taken from both ends, and the longest would begin last; those of another thread are taken in order.
    public override ValueTask RunTestCases(
        IReadOnlyCollection<IXunitTestCase> testCases, IMessageSink executionMessageSink, ITestFrameworkExecutionOptions executionOptions, CancellationToken cancellationToken)
        => new(Task.Factory.StartNew(
            () => base.RunTestCases(testCases, executionMessageSink, executionOptions, cancellationToken).AsTask(), cancellationToken, TaskCreationOptions.LongRunning, TaskScheduler.Default).Unwrap());

    protected override ITestFrameworkDiscoverer CreateDiscoverer() => new PairwiseDiscoverer(TestAssembly, RunPart.Asked);
}
