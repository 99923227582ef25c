using EFCore.MySqlBulk;

namespace Cities.Output;

/// <summary>Shows a step while it runs.</summary>
internal interface IStepDisplay
{
    /// <summary>Shows the progress of a bulk operation.</summary>
    Task<BulkResult> ShowAsync(string title, int rows, Func<IProgress<BulkProgress>, Task<BulkResult>> work);

    /// <summary>Shows that something takes a moment.</summary>
    Task<T> WaitAsync<T>(string title, Func<Task<T>> work);
}
