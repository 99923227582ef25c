namespace EFCore.MySqlBulk;

/// <summary>Whether a bulk operation sends statements before earlier ones are answered, over the stream of the context's own open connection and inside its transaction.</summary>
public enum BulkPipelining
{
    /// <summary>Pipelines where this is measured to be faster and nothing prevents it, such as a command interceptor, which would not see the
    /// statements. All rules: docs/strategies.md in the repository.</summary>
    Auto,

    /// <summary>Never pipelines: every statement is a command of the driver, and is answered before the next one is sent.</summary>
    Never,

    /// <summary>Pipelines in any case, even with few rows, or with command interceptors, which do not see the statements. If pipelining is not
    /// possible, because the driver's version is not known for example, the call is refused with the reason.</summary>
    Always,
}
