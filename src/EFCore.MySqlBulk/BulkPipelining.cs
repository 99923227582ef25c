namespace EFCore.MySqlBulk;

/// <summary>Whether a bulk operation sends statements before earlier ones are answered, over the stream of the context's own open connection and inside its transaction.</summary>
public enum BulkPipelining
{
    /// <summary>Where it is measured to win and nothing speaks against it, such as a command interceptor, which would not see the statements. All rules: docs/strategies.md in the repository.</summary>
    Auto,

    /// <summary>Every statement is a command of the driver, and is answered before the next one is sent.</summary>
    Never,

    /// <summary>In any case, also with few rows, or with command interceptors, which do not see the statements. The call is refused, with the reason, if it is not possible: if the driver's version is not
    /// known, for example.</summary>
    Always,
}
